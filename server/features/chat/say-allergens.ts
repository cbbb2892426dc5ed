import type { StallProduct } from '#server/features/products/list-stall.ts'
import type { Asked } from './live-farm.ts'
import { nameOf, rowsOf } from './say-products.ts'
import { sayContact } from './say-shop.ts'

/** What customers fear, and the words under which farms write it down. */
const ALLERGENS: readonly { asked: RegExp; written: RegExp; words: string }[] = [
  { asked: /gluten|celiac|coeliac|wheat/, written: /wheat|gluten|barley|rye|spelt/i, words: 'wheat or gluten' },
  { asked: /milk|dairy|lactose|casein/, written: /milk|dairy|lactose|cheese|cream/i, words: 'milk' },
  { asked: /\beggs?\b/, written: /egg/i, words: 'eggs' },
  { asked: /sesame|tahini/, written: /sesame/i, words: 'sesame' },
  { asked: /mustard/, written: /mustard/i, words: 'mustard' },
  { asked: /peanuts?|nuts?\b|almond|walnut|pecan|cashew/, written: /nut|almond|pecan|cashew/i, words: 'nuts' },
  { asked: /soy/, written: /soy/i, words: 'soy' },
  { asked: /celery/, written: /celery/i, words: 'celery' },
  { asked: /\bfish\b/, written: /fish/i, words: 'fish' },
]

const MOST_NAMED = 8

/** What is written down about allergens, and that what is not written down proves nothing. */
export function sayAllergens(asked: Asked): string[] {
  const feared = ALLERGENS.filter((allergen) => allergen.asked.test(asked.heard.line))
  const isFear = (stem: string) => feared.some((allergen) => allergen.asked.test(stem))
  const spokenOf = asked.mentions
    .filter(({ stems }) => !stems.every(isFear))
    .flatMap((mention) => rowsOf(asked, mention))
  const known = spokenOf.length > 0 ? sayEach(spokenOf) : sayHolding(asked.stall, feared)
  return [
    ...known,
    `I only know what is written down and cannot promise that anything is free of it. ${sayContact(asked)}`,
  ]
}

function sayEach(products: readonly StallProduct[]): string[] {
  const shown = products.slice(0, MOST_NAMED)
  const noted = shown.filter(({ allergens }) => allergens).map((one) => `${nameOf(one)}: ${one.allergens}`)
  const silent = shown.filter(({ allergens }) => !allergens).map(nameOf)
  return [
    ...(noted.length > 0 ? [`Allergens as the farmer wrote them down: ${noted.join('; ')}.`] : []),
    ...(silent.length > 0 ? [`No allergens are recorded for ${silent.join(', ')}.`] : []),
  ]
}

function sayHolding(stall: readonly StallProduct[], feared: typeof ALLERGENS): string[] {
  const wanted = (allergens: string) => feared.length === 0 || feared.some(({ written }) => written.test(allergens))
  const holding = stall.filter(({ allergens }) => allergens && wanted(allergens))
  const what = feared.map(({ words }) => words).join(' or ') || 'allergens'
  if (holding.length === 0) return [`Nothing on the stall has ${what} written down.`]
  const names = holding.slice(0, MOST_NAMED).map((one) => `${nameOf(one)} (${one.allergens})`)
  const more = holding.length > MOST_NAMED ? ` and ${holding.length - MOST_NAMED} more` : ''
  return [`With ${what} written down: ${names.join('; ')}${more}.`]
}
