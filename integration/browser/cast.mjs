// An asciicast that only appends, as ccc replay makes it, as an SVG that moves: each line appears when it was written,
// and all of it scrolls. Whoever wants no motion sees the end.
import { readFileSync } from 'node:fs'
import xterm from '@xterm/headless'

const rows = 24, cell = 8.4, height = 19, padding = 18, top = 44
const slower = 2.2, rest = 5 // of the cast's time, and seconds at the end
const colours = ['#8b93a7', '#ff8f85', '#79d8a1', '#f0c674', '#8fb4ff', '#d7a6f5', '#7fd6e6', '#d9dde7']

const [head, ...events] = readFileSync(process.argv[2], 'utf8').trim().split('\n').map((line) => JSON.parse(line))
const { cols } = head.term
const terminal = new xterm.Terminal({ cols, rows: 200, allowProposedApi: true })
const buffer = terminal.buffer.active
const appears = [] // when each line does, in seconds
let now = 0
for (const [pause, , text] of events) {
  now += pause * slower
  await new Promise((done) => terminal.write(text, done))
  while (appears.length < buffer.baseY + buffer.cursorY) appears.push(now)
}
const whole = now + rest
const escaped = (text) => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c])
const at = (seconds) => `${((100 * seconds) / whole).toFixed(2)}%`

// runs are the parts of a line that look alike.
function runs(line) {
  const list = []
  for (let x = 0; x < cols; x++) {
    const c = line.getCell(x)
    if (c.getWidth() === 0) continue
    const colour = c.isFgDefault() ? 7 : c.getFgColor() % 8
    const look = `c${colour}${c.isBold() ? ' b' : ''}${c.isDim() ? ' d' : ''}`
    const picture = c.getChars().codePointAt(0) >= 0x1f300 // as wide as the font has it: the terminal does not know
    const wide = picture || c.getWidth() === 2
    const last = list.at(-1)
    if (last?.look === look && !wide && !last.wide) {
      last.text += c.getChars() || ' '
      last.cells++
    } else list.push({ x, look, wide, picture, text: c.getChars() || ' ', cells: c.getWidth() })
  }
  return list.filter((run) => run.text.trim())
}

const lines = appears.map((seconds, y) => {
  const parts = runs(buffer.getLine(y)).map(({ x, look, picture, text, cells }) => {
    const lead = text.length - text.trimStart().length
    const shown = text.trim()
    const width = (cells - (text.length - shown.length)) * cell
    const fit = picture ? '' : ` textLength="${width.toFixed(1)}" lengthAdjust="spacingAndGlyphs"`
    return `<text class="${look}" x="${((x + lead) * cell).toFixed(1)}" y="${y * height + 14}"${fit} xml:space="preserve">${escaped(shown)}</text>`
  })
  return `<g class="l" style="animation-name:l${y}">${parts.join('')}</g>`
})
const shows = appears.map((seconds, y) => `@keyframes l${y}{0%,${at(seconds)}{opacity:0}${at(seconds + 0.01)},100%{opacity:1}}`)
const scroll = appears.flatMap((seconds, y) => y < rows ? [] : [`${at(seconds)}{transform:translateY(${-(y + 1 - rows) * height}px)}`])
const end = Math.max(0, appears.length - rows) * height
const w = (cols * cell + 2 * padding).toFixed(0), h = rows * height + top + padding

process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="${escaped(head.title)}">
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Noto Sans Mono CJK SC",monospace;fill:#d9dde7}
.b{font-weight:700}.d{fill:#8b93a7}${colours.map((c, i) => `.c${i}{fill:${c}}`).join('')}.c7.d{fill:#8b93a7}
.s{transform:translateY(${-end}px)}
@media (prefers-reduced-motion:no-preference){.l,.s{animation-duration:${whole.toFixed(2)}s;animation-iteration-count:infinite}.s{animation-name:s;animation-timing-function:step-end}}
@keyframes s{0%{transform:none}${scroll.join('')}}
${shows.join('')}
</style>
<rect width="${w}" height="${h}" rx="10" fill="#161922"/>
<circle cx="22" cy="21" r="6" fill="#ff6b60"/><circle cx="42" cy="21" r="6" fill="#f5bd4f"/><circle cx="62" cy="21" r="6" fill="#61c454"/>
<text x="${w / 2}" y="26" text-anchor="middle" class="d">${escaped(head.title)}</text>
<svg x="${padding}" y="${top}" width="${(cols * cell).toFixed(0)}" height="${rows * height}"><g class="s">
${lines.join('\n')}
</g></svg>
</svg>
`)
