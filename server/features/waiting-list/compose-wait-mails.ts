import { productPath } from '#contract/product-path.ts'
import {
  type Composed,
  endOf,
  escaped,
  type Farm,
  htmlOfParagraph,
  layOutMail,
  type Paragraph,
  STYLE,
  textOfParagraph,
} from '#server/features/mail/mail-layout.ts'

type Product = { id: number; name: string }

/** Asks whether an address is its owner's wish; it holds nothing that was typed. */
export function composeConfirmation({ name }: Product, url: string, farm: Farm): Composed {
  return compose(
    { subject: `Shall we tell you when ${name} is back?`, title: 'One more step' },
    [
      `Someone asked us to tell this address when ${name} is back in stock. If it was you, please open this page and press the button.`,
      { text: 'Yes, tell me', url },
      'If it was not you, ignore this email: we will not write again, and we will delete the address. The link works for three days.',
    ],
    farm,
  )
}

export function composeBack(product: Product, farm: Farm): Composed {
  const { name } = product
  return compose(
    { subject: `${name} is back`, title: `${name} is back` },
    [
      `You asked us to tell you when ${name} is back in stock. It is, while it lasts: we have not put any aside.`,
      { text: 'See it in the shop', url: farm.linkOrigin + productPath(product) },
      'This is the only email you get about it. We have taken your address off the list.',
    ],
    farm,
  )
}

type Heads = { subject: string; title: string }

function compose(
  { subject, title }: Heads,
  paragraphs: readonly Paragraph[],
  farm: Farm,
): Composed {
  const { end, sign } = endOf(farm)
  const html = layOutMail(
    title,
    [
      ...paragraphs.map(htmlOfParagraph),
      `<p style="${STYLE.small}">${escaped(end)}<br>${escaped(sign)}</p>`,
    ],
    farm,
  )
  return {
    subject,
    text: `${[...paragraphs.map(textOfParagraph), end, sign].join('\n\n')}\n`,
    html,
  }
}
