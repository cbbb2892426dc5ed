import type { LetterText } from '#contract/letters.ts'
import {
  type Composed,
  endOf,
  escaped,
  type Farm,
  layOutMail,
  STYLE,
} from '#server/features/mail/mail-layout.ts'

const LOOKS = {
  heading: 'margin:24px 0 8px;font:600 20px/1.3 Georgia,serif;color:#21442a',
  list: 'margin:0 0 16px;padding-left:22px',
} as const

/** One reader's letter, as text and HTML of the same words, with their link to leave. */
export function composeLetter(
  { subject, body }: LetterText,
  farm: Farm,
  leaveUrl: string,
): Composed {
  const blocks = readBlocks(body)
  const { end, sign } = endOf(farm)
  const why = 'You are getting this newsletter because you signed up for it.'
  const leave = 'Unsubscribe'
  const html = layOutMail(
    subject,
    [
      ...blocks.map(htmlOf),
      `<p style="${STYLE.text}"><a style="${STYLE.link}" href="${escaped(farm.linkOrigin)}">Visit the shop</a></p>`,
      `<p style="${STYLE.small}">${escaped(end)}<br>${escaped(sign)}</p>`,
      `<p style="${STYLE.small}">${why} <a style="${STYLE.link}" href="${escaped(leaveUrl)}">${leave}</a></p>`,
    ],
    farm,
  )
  const links = [`Visit the shop:\n${farm.linkOrigin}`, end, sign, `${why} ${leave}:\n${leaveUrl}`]
  return { subject, text: `${[...blocks.map(textOf), ...links].join('\n\n')}\n`, html }
}

function textOf(block: Block): string {
  if (block.kind === 'heading') return block.text
  return block.lines.map((line) => (block.kind === 'list' ? `- ${line}` : line)).join('\n')
}

function htmlOf(block: Block): string {
  if (block.kind === 'heading') return `<h2 style="${LOOKS.heading}">${escaped(block.text)}</h2>`
  const lines = block.lines.map(linked)
  if (block.kind === 'paragraph') return `<p style="${STYLE.text}">${lines.join('<br>')}</p>`
  return `<ul style="${LOOKS.list}">${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`
}

function linked(line: string): string {
  return readLinks(line)
    .map(({ text, isLink }) => {
      return isLink
        ? `<a style="${STYLE.link}" href="${escaped(text)}">${escaped(text)}</a>`
        : escaped(text)
    })
    .join('')
}

type Block = { kind: 'heading'; text: string } | { kind: 'list' | 'paragraph'; lines: string[] }

export function readBlocks(body: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of body.split(/\r\n|\r|\n/).map((one) => one.trim())) {
    const last = blocks.at(-1)
    const read = readLine(line)
    if (read === null) isOpen = false
    else if (isOpen && last && last.kind !== 'heading' && read.kind === last.kind)
      last.lines.push(...read.lines)
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
