import { type Cents, formatDollars, times } from '#contract/money.ts'
import { type SettingKey, settingValue } from '#contract/setting-values.ts'
import type { MailFacts } from './mail-queries.ts'
import { type MailWords, wordsOf } from './mail-words.ts'

/** What a mail is made of beside its order: the farm's settings, and where links lead. */
export type Farm = { settings: { key: SettingKey; value: string }[]; linkOrigin: string }

export type Composed = { subject: string; text: string; html: string }

/** Says of a mail's order what is to be said, as text and as HTML with the same words. Nothing a person typed is read as HTML. */
export function composeMail(facts: MailFacts, farm: Farm): Composed {
  const words = wordsOf(facts, farm.linkOrigin)
  const parts = {
    ...words,
    rows: words.showsLines ? rowsOf(facts) : [],
    end: `Questions? Answer this mail or call ${settingValue(farm.settings, 'contact_phone')}.`,
    sign: `Your Farmstand, ${settingValue(farm.settings, 'business_address')}`,
  }
  const subject = facts.livemode ? words.subject : `Test order: ${words.subject}`
  return { subject, text: textOf(parts), html: htmlOf(parts) }
}

type Row = [what: string, amount: string]
type Parts = MailWords & { rows: Row[]; end: string; sign: string }

function rowsOf({ order, items }: MailFacts): Row[] {
  const lines = items.map(({ name, quantity, unit_cents }): Row => {
    return [`${quantity} × ${name}`, formatDollars(times(unit_cents, quantity))]
  })
  const fee: Row[] = order.delivery_cents > 0 ? [['Delivery', formatDollars(order.delivery_cents as Cents)]] : []
  return [...lines, ...fee, ['Total', formatDollars(order.total_cents)]]
}

function textOf({ note, sentences, rows, link, end, sign }: Parts): string {
  const table = rows.map(([what, amount]) => `${what}: ${amount}`).join('\n')
  const paragraphs = [note, ...sentences, table, `${link.words}:\n${link.url}`, end, sign]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

const STYLE = {
  page: 'margin:0;padding:24px 12px;background:#fbf7ef',
  sheet:
    'max-width:560px;margin:0 auto;padding:24px;background:#fffdf8;border:1px solid #e6dcc8;border-radius:16px;color:#2a2118;font:17px/1.5 Arial,sans-serif',
  head: 'margin:0 0 16px;font:600 26px/1.2 Georgia,serif;color:#21442a',
  note: 'margin:0 0 16px;padding:8px 12px;background:#fbe9c4;border-radius:8px;font-weight:bold',
  text: 'margin:0 0 16px',
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse',
  what: 'padding:6px 0;border-top:1px solid #e6dcc8;text-align:left;font-weight:normal',
  amount: 'padding:6px 0;border-top:1px solid #e6dcc8;text-align:right;white-space:nowrap',
  link: 'color:#2f5d3a;font-weight:bold',
  small: 'margin:16px 0 0;color:#655747;font-size:15px',
} as const

function htmlOf({ title, note, sentences, rows, link, end, sign }: Parts): string {
  const table = rows.map(
    ([what, amount], index) =>
      `<tr><th scope="row" style="${bold(STYLE.what, index, rows)}">${escaped(what)}</th><td style="${bold(STYLE.amount, index, rows)}">${escaped(amount)}</td></tr>`,
  )
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>`,
    `<body style="${STYLE.page}"><div style="${STYLE.sheet}">`,
    `<h1 style="${STYLE.head}">${escaped(title)}</h1>`,
    note ? `<p style="${STYLE.note}">${escaped(note)}</p>` : '',
    ...sentences.map((sentence) => `<p style="${STYLE.text}">${escaped(sentence)}</p>`),
    table.length > 0 ? `<table style="${STYLE.table}">${table.join('')}</table>` : '',
    `<p style="${STYLE.text}"><a style="${STYLE.link}" href="${escaped(link.url)}">${escaped(link.words)}</a></p>`,
    `<p style="${STYLE.small}">${escaped(end)}<br>${escaped(sign)}</p>`,
    '</div></body></html>',
  ].join('\n')
}

/** The last row is the total. */
function bold(style: string, index: number, rows: readonly Row[]): string {
  return index === rows.length - 1 ? `${style};font-weight:bold` : style
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
