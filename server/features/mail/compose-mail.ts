import { type Cents, formatDollars, times } from '#contract/money.ts'
import { type SettingKey, settingValue } from '#contract/setting-values.ts'
import type { MailFacts } from './mail-queries.ts'
import { escaped, STYLE, sheetOf } from './mail-sheet.ts'
import { type MailWords, wordsOf } from './mail-words.ts'

/** What a mail is made of beside its order: the farm's settings, and where links lead. */
export type Farm = { settings: { key: SettingKey; value: string }[]; linkOrigin: string }

export type Composed = { subject: string; text: string; html: string }

/** How every mail ends: whom to ask, and who writes. */
export function endOf({ settings }: Farm): { end: string; sign: string } {
  return {
    end: `Questions? Answer this mail or call ${settingValue(settings, 'contact_phone')}.`,
    sign: `Your Farmstand, ${settingValue(settings, 'business_address')}`,
  }
}

/** Says of a mail's order what is to be said, as text and as HTML with the same words. Nothing a person typed is read as HTML. */
export function composeMail(facts: MailFacts, farm: Farm): Composed {
  const words = wordsOf(facts, farm.linkOrigin)
  const parts = {
    ...words,
    rows: words.showsLines ? rowsOf(facts) : [],
    ...endOf(farm),
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

function htmlOf({ title, note, sentences, rows, link, end, sign }: Parts): string {
  const table = rows.map(
    ([what, amount], index) =>
      `<tr><th scope="row" style="${bold(STYLE.what, index, rows)}">${escaped(what)}</th><td style="${bold(STYLE.amount, index, rows)}">${escaped(amount)}</td></tr>`,
  )
  return sheetOf(title, [
    note ? `<p style="${STYLE.note}">${escaped(note)}</p>` : '',
    ...sentences.map((sentence) => `<p style="${STYLE.text}">${escaped(sentence)}</p>`),
    table.length > 0 ? `<table style="${STYLE.table}">${table.join('')}</table>` : '',
    `<p style="${STYLE.text}"><a style="${STYLE.link}" href="${escaped(link.url)}">${escaped(link.words)}</a></p>`,
    `<p style="${STYLE.small}">${escaped(end)}<br>${escaped(sign)}</p>`,
  ])
}

/** The last row is the total. */
function bold(style: string, index: number, rows: readonly Row[]): string {
  return index === rows.length - 1 ? `${style};font-weight:bold` : style
}
