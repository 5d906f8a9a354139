#!/usr/bin/env node
// Runs ccc where install.js has not put it here: npm install --ignore-scripts, or another package manager.
const native = require('../native.js')
const args = process.argv.slice(2)

if (process.execve) { // from node 22.15 on: this process becomes ccc
  try {
    process.execve(native, [native, ...args], process.env)
  } catch {}
}

// What a terminal sends reaches ccc by itself; what is sent to this process alone is handed on.
const child = require('child_process').spawn(native, args, {stdio: 'inherit'})
for (const signal of ['SIGINT', 'SIGQUIT']) process.on(signal, () => {})
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2']) process.on(signal, () => child.kill(signal))
child.on('error', (err) => {
  console.error(`ccc: error: start ${native}: ${err.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
