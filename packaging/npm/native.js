// The path of ccc itself, which is in the package for this system.
const name = `ccc-supervisor-${process.platform}-${process.arch}`
try {
  module.exports = require.resolve(`${name}/bin/ccc`)
} catch {
  console.error(`ccc: error: ${name} is not installed\nccc: hint: npm install -g ccc-supervisor --include=optional`)
  process.exit(1)
}
