export type Block = { kind: 'heading'; text: string } | { kind: 'list' | 'paragraph'; lines: string[] }

export function readBlocks(body: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of body.split(/\r\n|\r|\n/).map((one) => one.trim())) {
    const last = blocks.at(-1)
    const read = readLine(line)
    if (read === null) isOpen = false
    else if (isOpen && last && last.kind !== 'heading' && read.kind === last.kind) last.lines.push(...read.lines)
    else {
      blocks.push(read)
      isOpen = true
    }
  }
  return blocks
}

function readLine(line: string): Block | null {
  if (line === '') return null
  if (line.startsWith('# ')) return { kind: 'heading', text: line.slice(2).trim() }
  if (line.startsWith('- ')) return { kind: 'list', lines: [line.slice(2).trim()] }
  return { kind: 'paragraph', lines: [line] }
}

const ADDRESS = /https?:\/\/[^\s<>"']+/g

const AFTER = '.,;:!?)'

export function readLinks(line: string): { text: string; isLink: boolean }[] {
  const pieces: { text: string; isLink: boolean }[] = []
  let end = 0
  for (const { 0: found, index } of line.matchAll(ADDRESS)) {
    let length = found.length
    while (length > 0 && AFTER.includes(found.charAt(length - 1))) length--
    const address = found.slice(0, length)
    if (!URL.canParse(address)) continue
    pieces.push({ text: line.slice(end, index), isLink: false }, { text: address, isLink: true })
    end = index + length
  }
  return [...pieces, { text: line.slice(end), isLink: false }].filter(({ text }) => text !== '')
}
