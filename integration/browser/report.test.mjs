import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { judge, launch, open } from './browser.mjs'

const dir = mkdtempSync(join(tmpdir(), 'ccc-report-'))
const ccc = process.env.CCC // the binary
const demo = new URL('../../internal/replay/play/demo.jsonl', import.meta.url).pathname
let browser

before(async () => { browser = await launch() })
after(async () => {
  await browser?.close()
  rmSync(dir, { recursive: true })
})

// report writes the page of a recording.
function report(recording, name, language = 'en') {
  const file = join(dir, name + '.html')
  const out = openSync(file, 'w')
  execFileSync(ccc, ['report', recording], { stdio: ['ignore', out, 'inherit'], env: { PATH: process.env.PATH, HOME: dir, CCC_LANG: language } })
  closeSync(out)
  return file
}

const looks = [390, 1280].flatMap((width) => ['light', 'dark'].map((scheme) => ({ width, scheme })))

for (const { width, scheme } of looks) {
  test(`H04 the page at ${width} pixels, ${scheme}`, async () => {
    for (const language of ['en', 'zh']) {
      const view = await open(browser, report(demo, 'demo-' + language, language), width, scheme)
      assert.equal(await view.page.locator('details.part[open]').count(), 0, 'the conversation is folded')
      const [fill, text] = await view.page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color])
      const bright = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0) > 380
      assert.equal(bright(fill), scheme === 'light', fill)
      assert.equal(bright(text), scheme === 'dark', text)
      assert.deepEqual(await judge(view), [])
      await view.close()
    }
  })
}

test('H04 the theme can be chosen', async () => {
  const view = await open(browser, report(demo, 'theme'), 390, 'light')
  const fill = () => view.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await fill()
  await view.page.getByText('Dark').click()
  assert.notEqual(await fill(), light)
  assert.deepEqual(await judge(view), [], 'chosen against the system')
  await view.page.keyboard.press('ArrowLeft')
  assert.equal(await fill(), light, 'by the keyboard')
  await view.close()
})

// hostile is a recording with evil in every text, and 10 MB of it in a tool's output.
function hostile() {
  const evil = '</style></script><script>alert(1)</script><img src=x onerror=alert(1)>" onload="alert(1) ' +
    '<svg onload=alert(1)> [x](javascript:alert(1)) ![y](http://127.0.0.1:9/y.png) <a href=javascript:alert(1)>z</a>' +
    '\u001b[31mred\u001b[42mgreen\u001b]8;;javascript:alert(1)\u001b\\link\u202e <meta http-equiv=refresh content=0;url=//127.0.0.1:9>\n' +
    'x'.repeat(3000) + '\n\n' + '|a'.repeat(40) + '\n' + '|-'.repeat(40) + '\n\n' + '> '.repeat(30) + 'deep\n\n' +
    Array.from({ length: 30 }, (_, i) => '  '.repeat(i) + '- deep\n').join('') + '\n\n' + '- > '.repeat(15) + 'deep\n'
  const message = (role, content) => ({ type: role, session_id: evil, message: { id: 'm', role, model: evil, content } })
  const line = (phase, raw) => ({ t: 2, type: 'line', phase, reviewer: evil, raw })
  const lines = [
    { ccc_recording: 1, at: '2026-11-21T09:00:00Z', ccc: evil, launch: evil, cwd: '/' + evil, provider: evil, args: [evil] },
    { t: 0, type: 'person', text: evil }, { t: 0, type: 'phase', from: 'user', to: 'agent' },
    line('agent', { type: 'system', subtype: 'init', session_id: evil, model: evil, cwd: evil, claude_code_version: evil }),
    line('agent', message('assistant', [{ type: 'text', text: evil }, { type: 'thinking', thinking: evil },
      { type: 'tool_use', id: 't1', name: evil, input: { command: evil } }, { type: 'tool_use', id: 't2', name: 'Edit', input: { file_path: evil, old_string: evil, new_string: evil } }])),
    line('agent', message('user', [{ type: 'tool_result', tool_use_id: 't1', content: evil.repeat(10e6 / evil.length) }, { type: 'tool_result', tool_use_id: 't2', content: evil }])),
    { t: 3, type: 'phase', from: 'agent', to: 'review', round: 1 }, line('review', message('assistant', [{ type: 'text', text: evil }])),
    { t: 4, type: 'verdict', round: 1, feedback: evil, evidence: [evil], by: evil, cage: evil, checks: [{ name: evil, command: evil, exit: 1, state: evil }], reviewers: [{ name: evil, feedback: evil }] },
    { t: 4, type: 'verdict', round: 2, failure: evil, reason: evil }, { t: 4, type: 'sent', from: 'supervisor', text: evil }, { t: 4, type: 'notice', text: evil },
    { t: 5, type: 'end', outcome: evil, session_id: evil, error: evil, cost_usd: 1 },
  ]
  const file = join(dir, 'hostile.jsonl')
  writeFileSync(file, lines.map((one) => JSON.stringify(one) + '\n').join(''))
  return file
}

test('H04 nothing in a page can run', async () => {
  const file = report(hostile(), 'hostile')
  for (const { width, scheme } of looks) {
    const view = await open(browser, file, width, scheme)
    assert.deepEqual(await judge(view), [])
    assert.match(await view.page.locator('body').innerText(), /<script>alert\(1\)<\/script>/)
    await view.close()
  }
})

// sheet writes the page of an evaluation, of one case, in which the reviewer was wrong.
function sheet() {
  const folder = join(dir, 'wrong')
  for (const tree of ['before', 'after']) {
    mkdirSync(join(folder, tree), { recursive: true })
    writeFileSync(join(folder, tree, 'SUPERVISOR.md'), '---\nchecks: ["false"]\n---\n')
  }
  writeFileSync(join(folder, 'after', 'a.txt'), 'bye\n')
  writeFileSync(join(folder, 'case.yaml'), 'task: Add a farewell.\nexpect: completed\nwhy: Look at a.txt.\n')
  const line = (type, message) => JSON.stringify({ parentUuid: null, isSidechain: false, type, message, uuid: type, timestamp: '2026-11-21T10:24:22.849Z',
    cwd: '/ccc-case/project', sessionId: '11111111-2222-4333-8444-555555555555', version: '2.1.5' }) + '\n'
  writeFileSync(join(folder, 'transcript.jsonl'), line('user', { role: 'user', content: 'Add a farewell.' }) +
    line('assistant', { id: 'm', role: 'assistant', model: 'x', stop_reason: 'end_turn', content: [{ type: 'text', text: 'It is done.' }] }))
  const { stdout } = spawnSync(ccc, ['eval', '--checks-only', '--trust', '--output-format', 'html', folder],
    { env: { PATH: process.env.PATH, HOME: dir, CCC_LANG: 'en' } })
  const file = join(dir, 'eval.html')
  writeFileSync(file, stdout)
  return file
}

test('the page of an evaluation', async () => {
  const file = sheet()
  for (const { width, scheme } of looks) {
    const view = await open(browser, file, width, scheme)
    assert.deepEqual(await judge(view), [])
    assert.match(await view.page.locator('body').innerText(), /FALSE REJECT/)
    await view.close()
  }
})

test('H04 the page of a recording of 50 MB opens at once', async () => {
  const recording = join(dir, 'long.jsonl')
  const out = openSync(recording, 'w')
  writeSync(out, '{"ccc_recording":1,"at":"2026-11-21T09:00:00Z","ccc":"1","launch":"l","cwd":"/p","provider":"","args":[]}\n')
  for (let i = 0, size = 0; size < 50e6; i++) {
    const raw = (role, content) => JSON.stringify({ t: i, type: 'line', phase: 'agent', raw: { type: role, session_id: 's', message: { id: 'm' + i, role, content: [content] } } }) + '\n'
    size += writeSync(out, raw('assistant', { type: 'tool_use', id: 't' + i, name: 'Bash', input: { command: 'make ' + i } }) +
      raw('user', { type: 'tool_result', tool_use_id: 't' + i, content: `output ${i} of it\n`.repeat(1 + i % 1000) }))
  }
  closeSync(out)
  const file = report(recording, 'long')
  assert.ok(statSync(file).size < 5 << 20, `${statSync(file).size} bytes`)
  const view = await open(browser, file, 1280, 'light')
  await view.page.getByText('Conversation').waitFor()
  const took = await view.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime)
  console.log(`a page of ${statSync(file).size} bytes is painted after ${took.toFixed(0)} ms`)
  assert.ok(took < 5000, `${took} ms`)
  assert.deepEqual(view.found, [])
  await view.close()
})

test('the test finds what is wrong with a page', async () => {
  const file = join(dir, 'bad.html')
  writeFileSync(file, `<html lang=en><title>x</title><h1>x</h1><h4 style="width:2000px">x</h4><p style="color:#ddd">pale</p>
    <img src="missing.png"><script>console.error('said'); alert(1); throw new Error('thrown')</script>`)
  const view = await open(browser, file, 390, 'light')
  const found = (await judge(view)).join('\n')
  for (const want of ['console: said', 'dialog: 1', 'error: thrown', 'request: ', 'pixels wide', 'active: <script', 'active: <img', 'axe color-contrast', 'axe heading-order']) {
    assert.ok(found.includes(want), `${want} is not among\n${found}`)
  }
  await view.close()
})

// With PICTURES, the directory of the docs, the pictures there are made anew.
test('the pictures of the docs', { skip: !process.env.PICTURES }, async () => {
  const file = report(demo, 'picture')
  for (const scheme of ['light', 'dark']) {
    const view = await open(browser, file, 1000, scheme)
    await view.page.setViewportSize({ width: 1000, height: 1180 })
    const path = join(process.env.PICTURES, `report-${scheme}.png`)
    await view.page.screenshot({ path })
    assert.ok(statSync(path).size < 150e3, `${path}: ${statSync(path).size} bytes`)
    await view.close()
  }
})
