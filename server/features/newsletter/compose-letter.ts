import { type PictureLine, readPictureLine } from '#contract/mail/letter-picture.ts'
import type { LetterText } from '#contract/mail/letters.ts'
import { MAIL_PICTURE, pictureName, variantUrl } from '#contract/products/pictures.ts'
import { productPath } from '#contract/products/product-path.ts'
import { settingValue } from '#contract/settings/setting-table.ts'
import type { Db } from '#server/db/write.ts'
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
  picture: 'display:block;width:100%;max-width:560px;height:auto;border:0;border-radius:12px',
} as const

/** Display width of a picture, in px: the width of the letter's text. */
const PICTURE_WIDTH = 560

type ComposedLetter = LetterText & { postalAddress: string; pictures: LetterPictures }

export function composeLetter(
  { subject, body, postalAddress, pictures }: ComposedLetter,
  farm: Farm,
  leaveUrl: string,
): Composed {
  const blocks = readBlocks(body)
  const { end } = endOf(farm)
  const sign = [`${settingValue(farm.settings, 'farm_name').trim()}`, postalAddress.trim()]
    .filter(Boolean)
    .join(', ')
  const shown = { pictures, linkOrigin: farm.linkOrigin }
  const why = 'You’re getting this newsletter because you signed up for it.'
  const leave = 'Unsubscribe'
  const html = layOutMail(
    subject,
    [
      ...blocks.map((block) => htmlOf(block, shown)),
      `<p style="${STYLE.text}"><a style="${STYLE.link}" href="${escaped(farm.linkOrigin)}">Visit the shop</a></p>`,
      `<p style="${STYLE.small}">${escaped(end)}<br>${escaped(sign)}</p>`,
      `<p style="${STYLE.small}">${why} <a style="${STYLE.link}" href="${escaped(leaveUrl)}">${leave}</a></p>`,
    ],
    farm,
  )
  const links = [`Visit the shop:\n${farm.linkOrigin}`, end, sign, `${why} ${leave}:\n${leaveUrl}`]
  return {
    subject,
    text: `${[...blocks.map((block) => textOf(block, shown)), ...links].join('\n\n')}\n`,
    html,
  }
}

type Shown = { pictures: LetterPictures; linkOrigin: string }

function textOf(block: Block, { pictures, linkOrigin }: Shown): string {
  if (block.kind === 'heading') return block.text
  if (block.kind === 'picture')
    return pictures[block.productId] ? `${block.alt}:\n${linkOrigin}${pathOf(block)}` : block.alt
  return block.lines.map((line) => (block.kind === 'list' ? `- ${line}` : line)).join('\n')
}

function htmlOf(block: Block, shown: Shown): string {
  if (block.kind === 'picture') return htmlOfPicture(block, shown)
  if (block.kind === 'heading') return `<h2 style="${LOOKS.heading}">${escaped(block.text)}</h2>`
  const lines = block.lines.map(linked)
  if (block.kind === 'paragraph') return `<p style="${STYLE.text}">${lines.join('<br>')}</p>`
  return `<ul style="${LOOKS.list}">${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`
}

function htmlOfPicture(line: PictureLine, { pictures, linkOrigin }: Shown): string {
  const name = pictures[line.productId]
  const alt = escaped(line.alt)
  if (!name) return `<p style="${STYLE.text}">${alt}</p>`
  const src = escaped(linkOrigin + variantUrl(name, MAIL_PICTURE))
  const href = escaped(linkOrigin + pathOf(line))
  return `<p style="${STYLE.text}"><a href="${href}"><img src="${src}" width="${PICTURE_WIDTH}" alt="${alt}" style="${LOOKS.picture}"></a></p>`
}

function pathOf({ productId, alt }: PictureLine): string {
  return productPath({ id: productId, name: alt })
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

type Block =
  | { kind: 'heading'; text: string }
  | ({ kind: 'picture' } & PictureLine)
  | { kind: 'list' | 'paragraph'; lines: string[] }

export function readBlocks(body: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of body.split(/\r\n|\r|\n/).map((one) => one.trim())) {
    const last = blocks.at(-1)
    const read = readLine(line)
    if (read === null) isOpen = false
    else if (isOpen && last && 'lines' in last && 'lines' in read && read.kind === last.kind)
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
  const picture = readPictureLine(line)
  if (picture) return { kind: 'picture', ...picture }
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

type LetterPictures = Readonly<Record<string, string>>

export async function findPictures(db: Db, body: string): Promise<LetterPictures> {
  const lines = body.split(/\r\n|\r|\n/).flatMap((line) => readPictureLine(line.trim()) ?? [])
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const rows = await db
    .selectFrom('products')
    .select(['id', 'image_url'])
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute()
  const named = rows.flatMap(({ id, image_url }): [string, string][] => {
    const name = image_url && pictureName(image_url)
    return name ? [[String(id), name]] : []
  })
  return Object.fromEntries(named)
}

export function readPictures(stored: string | null): LetterPictures {
  return stored === null ? {} : JSON.parse(stored)
}
