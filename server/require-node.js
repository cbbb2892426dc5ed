// Read first, by any Node: it stops one that is too old in words,
// before a source is read that such a Node does not understand.
const NEEDED = 26

if (Number(process.versions.node.split('.')[0]) < NEEDED || typeof Temporal === 'undefined') {
  console.error(
    `\nFarmstand needs Node ${NEEDED}; this is ${process.version} (${process.execPath}).\n`,
  )
  process.exit(1)
}
