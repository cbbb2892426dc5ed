import MiniSearch from 'minisearch'
import { recordedIn } from '#contract/allergens.ts'
import { stemOf } from '#contract/word-forms.ts'
import type { Db } from '#server/db/tables.ts'
import { subscribe } from '#server/db/write.ts'
import { listPublishedTexts } from '#server/features/pages/page-queries.ts'
import {
  listProductTexts,
  type ProductText,
} from '#server/features/products/shop-product-queries.ts'
import { type Passage, passagesOf } from './page-passages.ts'
import { stemsOf, tokenize } from './tokenize.ts'
import { FOODS, NO_NAMES, SAME_TOPICS } from './vocabulary.ts'

/** `head` is the last term of a name: `egg` of `Farm Fresh Eggs`. */
export type NamedProduct = ProductText & {
  plainName: string
  stems: string[]
  head: string
  categoryStems: string[]
}

export type FarmIndex = {
  products: readonly NamedProduct[]
  byStem: ReadonlyMap<string, readonly NamedProduct[]>
  passages: MiniSearch<Passage>
  recorded: ReadonlySet<string>
  /** Of everything that is written about the products. */
  textStems: ReadonlySet<string>
  pageStems: ReadonlySet<string>
}

/** It is read anew after this time, in milliseconds: another process may have changed the shop. */
const MAX_AGE = 60_000

type CachedIndex = { index: Promise<FarmIndex>; until: number }
const cached = new WeakMap<Db, { current: CachedIndex | null }>()

/** A farmer's edit makes the next question read it anew, a sale does not. */
export function farmIndex(db: Db, now: Date): Promise<FarmIndex> {
  const place = cached.get(db) ?? openPlace(db)
  if (place.current && place.current.until > now.getTime()) return place.current.index
  const made: CachedIndex = { index: readIndex(db), until: now.getTime() + MAX_AGE }
  place.current = made
  made.index.catch(() => {
    if (place.current === made) place.current = null
  })
  return made.index
}

function openPlace(db: Db): { current: CachedIndex | null } {
  const place: { current: CachedIndex | null } = { current: null }
  cached.set(db, place)
  subscribe(db, (events) => {
    if (events.some(({ kind }) => kind === 'products' || kind === 'pages' || kind === 'missed'))
      place.current = null
  })
  return place
}

async function readIndex(db: Db): Promise<FarmIndex> {
  const products = (await listProductTexts(db)).map(named)
  const passages = passagesOf(await listPublishedTexts(db))
  const byStem = new Map<string, NamedProduct[]>()
  for (const product of products)
    for (const stem of new Set([...product.stems, ...product.categoryStems])) {
      const others = byStem.get(stem)
      if (others) others.push(product)
      else byStem.set(stem, [product])
    }
  const search = new MiniSearch<Passage>({
    fields: ['text', 'heading', 'title'],
    storeFields: ['slug', 'title', 'heading', 'text'],
    tokenize: topicsOf,
    processTerm: (term) => term,
  })
  search.addAll(passages)
  const pageStems = new Set(
    passages.flatMap(({ text, heading, title }) => topicsOf(`${text} ${heading} ${title}`)),
  )
  const recorded = new Set(products.flatMap(({ allergens }) => recordedIn(allergens ?? '')))
  const textStems = new Set(
    products.flatMap(({ description, allergens }) => stemsOf(`${description} ${allergens ?? ''}`)),
  )
  return { products, byStem, recorded, textStems, passages: search, pageStems }
}

/** Each topic under one term: a page that writes `medicine` is found by `antibiotics`. */
export function topicsOf(text: string): string[] {
  return stemsOf(text).map((stem) => SAME_TOPICS.get(stem) ?? stem)
}

function named(product: ProductText): NamedProduct {
  const tokens = tokenize(product.name.replace(/[,(].*/, ''))
  const own = tokens.map(({ stem }) => stem)
  const plainName = tokens.map(({ text }) => text).join(' ')
  const stems = own.filter((stem) => !NO_NAMES.has(stem))
  const categoryStems = stemsOf(product.category).filter((stem) => !NO_NAMES.has(stem))
  return {
    ...product,
    plainName,
    stems: stems.length > 0 ? stems : own,
    head: own.at(-1) ?? '',
    categoryStems,
  }
}

const FOOD_STEMS = new Set([...FOODS].flatMap((food) => [stemOf(food), stemOf(`${food}s`)]))

export function isFood(stem: string): boolean {
  return FOOD_STEMS.has(stem)
}
