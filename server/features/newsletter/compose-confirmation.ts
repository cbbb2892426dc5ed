import { type Composed, endOf, type Farm } from '#server/features/mail/compose-mail.ts'
import { escaped, STYLE, sheetOf } from '#server/features/mail/mail-sheet.ts'

/** The mail that asks whether an address is its owner's wish; it holds nothing that was typed. */
export function composeConfirmation(asked: { consent: string; url: string }, farm: Farm): Composed {
  const title = 'One more step'
  const { end, sign } = endOf(farm)
  const sentences = [
    `Somebody asked for our letter at this address: “${asked.consent}” If it was you, please open this page and press its button.`,
  ]
  const otherwise =
    'If it was not you, do nothing: you get no letter, and we forget the address. The link is good for seven days.'
  const words = 'Confirm your subscription'
  const html = sheetOf(title, [
    ...sentences.map((sentence) => `<p style="${STYLE.text}">${escaped(sentence)}</p>`),
    `<p style="${STYLE.text}"><a style="${STYLE.link}" href="${escaped(asked.url)}">${words}</a></p>`,
    `<p style="${STYLE.text}">${escaped(otherwise)}</p>`,
    `<p style="${STYLE.small}">${escaped(end)}<br>${escaped(sign)}</p>`,
  ])
  const text = `${[...sentences, `${words}:\n${asked.url}`, otherwise, end, sign].join('\n\n')}\n`
  return { subject: 'Please confirm: the letter from the farm', text, html }
}
