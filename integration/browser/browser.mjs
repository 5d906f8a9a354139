// A page in chromium, and what is wrong with it.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// launch starts Debian's chromium, or the one that CHROMIUM names.
export function launch() {
  const found = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path && existsSync(path))
  if (!found) throw new Error('there is no chromium: apt-get install -y chromium, or set CHROMIUM')
  return chromium.launch({ executablePath: found, args: process.getuid() === 0 ? ['--no-sandbox'] : [] })
}

// open opens a file at a width in a colour scheme. found fills with what the page does that it must not do.
export async function open(browser, file, width, colorScheme) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
  const page = await context.newPage()
  const found = []
  const url = pathToFileURL(file).href
  page.on('console', (message) => found.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => found.push(`error: ${error.message}`))
  page.on('request', (request) => request.url() !== url && found.push(`request: ${request.url()}`))
  page.on('dialog', (dialog) => (found.push(`dialog: ${dialog.message()}`), dialog.dismiss()))
  page.on('popup', () => found.push('a window'))
  await page.goto(url)
  return { page, found, close: () => context.close() }
}

// judge looks at a page, all of which is unfolded.
export async function judge({ page, found }) {
  await page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true }))
  const [wide, visible] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])
  if (wide > visible) found.push(`the page is ${wide} pixels wide, the window ${visible}`)
  const active = await page.evaluate(() => [...document.querySelectorAll('*')].filter((one) =>
    /^(script|a|img|iframe|object|embed|form|link|base|animate|foreignobject)$/i.test(one.localName) ||
    [...one.attributes].some((a) => /^on|^(href|src|srcdoc|style|xlink:href|formaction)$/.test(a.name))).map((one) => one.outerHTML.slice(0, 100)))
  found.push(...active.map((html) => `active: ${html}`))
  await page.evaluate(axe)
  const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  found.push(...result.violations.map((v) => `axe ${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.html} ${n.failureSummary}`).join(' | ')}`))
  return found
}
