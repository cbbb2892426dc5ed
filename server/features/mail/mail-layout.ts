import { pictureName } from '#contract/products/pictures.ts'
import { type SettingKey, settingValue } from '#contract/settings/setting-table.ts'
import type { Letter } from '#server/outside/mail.ts'

export type Farm = { settings: { key: SettingKey; value: string }[]; linkOrigin: string }

export type Composed = Pick<Letter, 'subject' | 'text' | 'html' | 'code'>

export type Link = { text: string; url: string }

export type Paragraph = string | Link | { lines: (string | Link)[] }

export function endOf({ settings }: Farm): { end: string; sign: string } {
  const phone = settingValue(settings, 'contact_phone').trim()
  return {
    end: `Questions? Reply to this email${phone && ` or call ${phone}`}.`,
    sign: signOf(settings),
  }
}

export function signOf(settings: Farm['settings']): string {
  const farm = `${settingValue(settings, 'farm_name').trim()}`
  const address = settingValue(settings, 'business_address').trim()
  return address ? `${farm}, ${address}` : farm
}

/** Inline styles, which every mail client supports. */
export const STYLE = {
  page: 'margin:0;padding:24px 12px;background:#fbf7ef',
  sheet:
    'max-width:560px;margin:0 auto;padding:24px;background:#fffdf8;border:1px solid #e6dcc8;border-radius:16px;color:#2a2118;font:17px/1.5 Arial,sans-serif',
  logo: 'display:block;margin:0 0 16px',
  head: 'margin:0 0 16px;font:600 26px/1.2 Georgia,serif;color:#21442a',
  note: 'margin:0 0 16px;padding:8px 12px;background:#fbe9c4;border-radius:8px;font-weight:bold',
  text: 'margin:0 0 16px',
  block: 'margin:0 0 16px;padding:12px 16px;background:#eef2e2;border-radius:8px',
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse',
  what: 'padding:6px 0;border-top:1px solid #e6dcc8;text-align:left;font-weight:normal',
  amount: 'padding:6px 0;border-top:1px solid #e6dcc8;text-align:right;white-space:nowrap',
  link: 'color:#2f5d3a;font-weight:bold',
  small: 'margin:16px 0 0;color:#655747;font-size:15px',
} as const

export function layOutMail(title: string, parts: readonly string[], farm: Farm): string {
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escaped(title)}</title></head>`,
    `<body style="${STYLE.page}"><div style="${STYLE.sheet}">`,
    logoOf(farm),
    `<h1 style="${STYLE.head}">${escaped(title)}</h1>`,
    ...parts,
    '</div></body></html>',
  ].join('\n')
}

/** PNG, since not every mail client shows WebP; falls back to the farm's name. */
function logoOf({ settings, linkOrigin }: Farm): string {
  const name = pictureName(settingValue(settings, 'farm_logo'))
  if (!name || linkOrigin === '') return ''
  // The name in the URL makes caching mail clients fetch a new logo.
  const src = escaped(`${linkOrigin}/icon-192.png?logo=${name.slice(0, 8)}`)
  const alt = escaped(settingValue(settings, 'farm_name').trim())
  return `<img src="${src}" width="64" height="64" alt="${alt}" style="${STYLE.logo}">`
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

function textOfParagraph(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  if ('lines' in paragraph) return paragraph.lines.map(textOfParagraph).join('\n')
  return `${paragraph.text}: ${paragraph.url}`
}

export function htmlOfParagraph(paragraph: Paragraph): string {
  if (typeof paragraph === 'string' || 'url' in paragraph)
    return `<p style="${STYLE.text}">${htmlOfLine(paragraph)}</p>`
  const [first = '', ...others] = paragraph.lines.map(htmlOfLine)
  return `<p style="${STYLE.block}">${[`<b>${first}</b>`, ...others].join('<br>')}</p>`
}

function htmlOfLine(line: string | Link): string {
  if (typeof line === 'string') return escaped(line)
  return `<a style="${STYLE.link}" href="${escaped(line.url)}">${escaped(line.text)}</a>`
}

export type MailRow = [what: string, amount: string]

export type MailText = {
  subject: string
  title: string
  /** No money was taken, and the mail says so. */
  isTest?: boolean
  sentences: readonly Paragraph[]
  rows?: readonly MailRow[]
  /** A pickup pass, shown as a QR code. */
  code?: string | null
  link?: Link
  after?: Paragraph
}

const TEST = 'Test order – no money was taken.'

/** A mail as text and as HTML with the same words. Nothing a person typed is treated as HTML. */
export function layOut(mail: MailText, farm: Farm): Composed {
  const subject = mail.isTest ? `Test order: ${mail.subject}` : mail.subject
  const composed = { subject, text: textOf(mail, farm), html: htmlOf(mail, farm) }
  return mail.code ? { ...composed, code: mail.code } : composed
}

function textOf({ isTest, sentences, rows = [], link, after }: MailText, farm: Farm): string {
  const { end, sign } = endOf(farm)
  const paragraphs = [
    isTest && TEST,
    ...sentences.map(textOfParagraph),
    rows.map(([what, amount]) => `${what}: ${amount}`).join('\n'),
    link && `${link.text}:\n${link.url}`,
    after && textOfParagraph(after),
    end,
    sign,
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

function htmlOf(mail: MailText, farm: Farm): string {
  const { title, isTest, sentences, rows = [], code, link, after } = mail
  const { end, sign } = endOf(farm)
  const table = rows.map(
    ([what, amount], index) =>
      `<tr><th scope="row" style="${bold(STYLE.what, index, rows)}">${escaped(what)}</th><td style="${bold(STYLE.amount, index, rows)}">${escaped(amount)}</td></tr>`,
  )
  return layOutMail(
    title,
    [
      isTest ? `<p style="${STYLE.note}">${escaped(TEST)}</p>` : '',
      ...sentences.map(htmlOfParagraph),
      table.length > 0 ? `<table style="${STYLE.table}">${table.join('')}</table>` : '',
      code ? PASS : '',
      link ? htmlOfParagraph(link) : '',
      after ? htmlOfParagraph(after) : '',
      `<p style="${STYLE.small}">${escaped(end)}<br>${escaped(sign)}</p>`,
    ],
    farm,
  )
}

const PASS = `<p style="${STYLE.text}"><img src="cid:code" width="174" height="174" alt="Pickup pass"><br>Show this when you pick up your order.</p>`

function bold(style: string, index: number, rows: readonly MailRow[]): string {
  return index === rows.length - 1 ? `${style};font-weight:bold` : style
}
