import { DEFAULT_TERMS } from '#contract/calendar/delivery.ts'
import { formatDollars, formatMoney, toCents } from '#contract/money/money.ts'
import { type Farm, partAbout, shortName } from './the-farm.ts'

/** Every price and number an answer gives for products that their current rows don't hold. */
export function wrongFacts(farm: Farm, answer: string): string[] {
  const named = farm.products.filter(({ name }) => answer.includes(shortName(name)))
  const ofProducts = named.flatMap(({ name, price, stock }) => {
    const part = (partAbout(farm, name, answer).split(/Together|says:/)[0] ?? '').replace(
      /“[^”]*”/g,
      '',
    )
    const amounts = [...part.matchAll(/\$([\d,]+\.\d\d)/g)].map(([, dollars = '']) =>
      toCents(dollars.replaceAll(',', '')),
    )
    const prices = amounts.filter(
      (amount) => amount % toCents(price) !== 0 && !Object.values(DEFAULT_TERMS).includes(amount),
    )
    const counts = [...part.matchAll(/(\d+) (?:in stock|left)/g)].map(([, count]) => Number(count))
    const isSaidGone = /^[^;.]*sold out/.test(part) && !/^[^;]*\bin stock\b/.test(part)
    return [
      ...prices.map((amount) => `${name} for ${formatDollars(amount)}, not ${formatMoney(price)}`),
      ...counts
        .filter((count) => count !== stock)
        .map((count) => `${count} of ${name}, not ${stock}`),
      ...(isSaidGone && stock > 0 ? [`${name} sold out, though there are ${stock}`] : []),
    ]
  })
  const amounts = answer.match(/\$[\d,]+\.\d\d/g) ?? []
  const isFromNowhere =
    named.length === 0 && !/deliver|cost|up to|order #/i.test(answer) && amounts.length > 0
  return isFromNowhere
    ? [...ofProducts, `${amounts.join(', ')} for nothing that is named`]
    : ofProducts
}
