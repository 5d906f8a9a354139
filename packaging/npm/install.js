// Puts ccc itself in the place of bin/ccc, so that no node stands between the terminal and ccc. Other package managers
// than npm may have written down already that node is to run it: there, and where this fails, bin/ccc does.
const fs = require('fs')
const path = require('path')
const native = require('./native.js')

if ((process.env.npm_config_user_agent || '').startsWith('npm/')) {
  const launcher = path.join(__dirname, 'bin', 'ccc')
  const next = launcher + '.new'
  try {
    fs.rmSync(next, {force: true})
    try {
      fs.linkSync(native, next)
    } catch {
      fs.copyFileSync(native, next)
      fs.chmodSync(next, 0o755)
    }
    fs.renameSync(next, launcher)
  } catch (err) {
    console.error(`ccc: it will be started by node: ${err.message}`)
  }
}
