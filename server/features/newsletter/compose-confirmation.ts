import { type Composed, endOf, type Farm } from '#server/features/mail/compose-mail.ts'
import { escaped, layOutMail, STYLE } from '#server/features/mail/mail-layout.ts'

/** The mail that asks whether an address is its owner's wish; it holds nothing that was typed. */
export function composeConfirmation(subscription: { consent: string; url: string }, farm: Farm): Composed {
  const title = 'One more step'
  const { end, sign } = endOf(farm)
  const sentences = [
    `Someone signed this address up for our newsletter: “${subscription.consent}” If it was you, please open this page and press the button.`,
  ]
  const otherwise =
    'If it was not you, ignore this email: you will not get our newsletter, and we will delete the address. The link works for seven days.'
  const label = 'Confirm your subscription'
  const html = layOutMail(title, [
    ...sentences.map((sentence) => `<p style="${STYLE.text}">${escaped(sentence)}</p>`),
    `<p style="${STYLE.text}"><a style="${STYLE.link}" href="${escaped(subscription.url)}">${label}</a></p>`,
    `<p style="${STYLE.text}">${escaped(otherwise)}</p>`,
    `<p style="${STYLE.small}">${escaped(end)}<br>${escaped(sign)}</p>`,
  ])
  const text = `${[...sentences, `${label}:\n${subscription.url}`, otherwise, end, sign].join('\n\n')}\n`
  return { subject: 'Please confirm your newsletter subscription', text, html }
}
