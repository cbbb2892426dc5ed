import MiniSearch from 'minisearch'
import { recordedIn } from '#contract/products/allergens.ts'
import type { Db } from '#server/db/tables.ts'
import { type ShopEvent, subscribe } from '#server/db/write.ts'
import { listPublishedTexts } from '#server/features/pages/page-queries.ts'
import { listProductTexts, type ProductText } from '#server/features/products/product-queries.ts'
import { type Passage, passagesOf } from './page-passages.ts'
import { listSharedReplies } from './questions.ts'
import { type Examples, indexExamples } from './rank-examples.ts'
import { stemsOf, type Token, tokenize } from './tokenize.ts'
import { NO_NAMES, SAME_TOPICS, SYNONYMS } from './vocabulary.ts'

export type NamedProduct = ProductText & {
  plainName: string
  stems: string[]
  head: string
  categoryStems: string[]
}

export type FarmIndex = {
  products: readonly NamedProduct[]
  byStem: ReadonlyMap<string, readonly NamedProduct[]>
  examples: Examples
  passages: MiniSearch<Passage>
  recorded: ReadonlySet<string>
  textStems: ReadonlySet<string>
}

/** Reload after this many milliseconds, since another process may have changed the shop. */
const MAX_AGE = 60_000

type CachedIndex = { index: Promise<FarmIndex>; until: number }
const cached = new WeakMap<Db, CachedIndex | null>()

export function farmIndex(db: Db, now: Date): Promise<FarmIndex> {
  const known = cached.get(db)
  if (known && known.until > now.getTime()) return known.index
  if (known === undefined)
    subscribe(db, (events) => {
      if (events.some(isOfTexts)) cached.set(db, null)
    })
  const made: CachedIndex = { index: readIndex(db), until: now.getTime() + MAX_AGE }
  cached.set(db, made)
  made.index.catch(() => {
    if (cached.get(db) === made) cached.set(db, null)
  })
  return made.index
}

function isOfTexts(event: ShopEvent): boolean {
  if (event.kind === 'questions') return event.isOfReplies ?? false
  return event.kind === 'products' || event.kind === 'pages' || event.kind === 'missed'
}

async function readIndex(db: Db): Promise<FarmIndex> {
  const products = (await listProductTexts(db)).map(named)
  const passages = passagesOf(await listPublishedTexts(db))
  const byStem = new Map<string, NamedProduct[]>()
  for (const product of products)
    for (const stem of new Set([...product.stems, ...product.categoryStems]))
      byStem.set(stem, [...(byStem.get(stem) ?? []), product])
  const search = new MiniSearch<Passage>({
    fields: ['text', 'heading', 'title'],
    storeFields: ['slug', 'title', 'heading', 'text'],
    tokenize: topicsOf,
    processTerm: (term) => term,
  })
  search.addAll(passages)
  const texts = [
    ...passages.map(({ text, heading, title }) => `${text} ${heading} ${title}`),
    ...products.map(({ description, allergens }) => `${description} ${allergens ?? ''}`),
  ]
  return {
    products,
    byStem,
    passages: search,
    examples: indexExamples(await listSharedReplies(db), (token) =>
      stemsIn(token).some((stem) => byStem.has(stem)),
    ),
    recorded: new Set(products.flatMap(({ allergens }) => recordedIn(allergens ?? ''))),
    textStems: new Set(
      texts.flatMap(stemsOf).flatMap((stem) => [stem, SAME_TOPICS.get(stem) ?? stem]),
    ),
  }
}

export function productsOf(token: Token, byStem: FarmIndex['byStem']): readonly NamedProduct[] {
  return [...new Set(stemsIn(token).flatMap((stem) => byStem.get(stem) ?? []))]
}

export function stemsIn({ stem }: Token): string[] {
  const same = SYNONYMS.get(stem)
  return same ? [stem, same] : [stem]
}

/** Maps each topic to one term, so a page saying `medicine` is found by `antibiotics`. */
export function topicsOf(text: string): string[] {
  return stemsOf(text).map((stem) => SAME_TOPICS.get(stem) ?? stem)
}

function named(product: ProductText): NamedProduct {
  const tokens = tokenize(product.name.replace(/[,(].*/, ''))
  const own = tokens.map(({ stem }) => stem)
  const stems = own.filter((stem) => !NO_NAMES.has(stem))
  return {
    ...product,
    plainName: tokens.map(({ text }) => text).join(' '),
    stems: stems.length > 0 ? stems : own,
    head: own.at(-1) ?? '',
    categoryStems: stemsOf(product.category).filter((stem) => !NO_NAMES.has(stem)),
  }
}
