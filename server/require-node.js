import { existsSync } from 'node:fs'

// Read first, by any Node: it stops one that is too old in words,
// before a source is read that such a Node does not understand.
const NEEDED = 26

if (!existsSync(new URL('../node_modules', import.meta.url))) {
  console.error('\nPlease run npm ci first: it brings the right Node and all packages.\n')
  process.exit(1)
}

if (Number(process.versions.node.split('.')[0]) < NEEDED || typeof Temporal === 'undefined') {
  console.error(
    `\nFarmstand needs Node ${NEEDED}; this is ${process.version} (${process.execPath}).\n`,
  )
  process.exit(1)
}
