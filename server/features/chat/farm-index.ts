import MiniSearch from 'minisearch'
import { recordedIn } from '#contract/products/allergens.ts'
import { GOODS_MEANT } from '#contract/products/market-words.ts'
import { type Db, type ShopEvent, subscribe } from '#server/db/write.ts'
import { listPublishedTexts } from '#server/features/pages/page-queries.ts'
import { listProductTexts, type ProductText } from '#server/features/products/product-queries.ts'
import { type Examples, indexExamples } from './intents.ts'
import { type Passage, passagesOf } from './page-passages.ts'
import { listSharedReplies } from './questions.ts'
import { SAME_TOPICS, stemsOf, type Token, tokenize, topicsOf } from './words.ts'

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
  const byStem = Map.groupBy(
    products.flatMap((product) =>
      [...new Set([...product.stems, ...product.categoryStems])].map((stem) => ({ stem, product })),
    ),
    ({ stem }) => stem,
  )
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
  const index = {
    products,
    byStem: new Map([...byStem].map(([stem, all]) => [stem, all.map(({ product }) => product)])),
    passages: search,
    recorded: new Set(products.flatMap(({ allergens }) => recordedIn(allergens ?? ''))),
    textStems: new Set(
      texts.flatMap(stemsOf).flatMap((stem) => [stem, SAME_TOPICS.get(stem) ?? stem]),
    ),
  }
  const isGoods = (token: Token) => productsOf(token, index).length > 0
  return { ...index, examples: indexExamples(await listSharedReplies(db), isGoods) }
}

export function productsOf(
  token: Token,
  { byStem }: Pick<FarmIndex, 'byStem'>,
): readonly NamedProduct[] {
  return [...new Set(stemsIn(token).flatMap((stem) => byStem.get(stem) ?? []))]
}

export function stemsIn({ stem }: Token): readonly string[] {
  return [stem, ...(GOODS_MEANT.get(stem) ?? [])]
}

const NO_NAMES = /^(?:and|each|farm|farmer|fresh|good|local|of|our|the|with)$/

function named(product: ProductText): NamedProduct {
  const tokens = tokenize(product.name.replace(/[,(].*/, ''))
  const own = tokens.map(({ stem }) => stem)
  const stems = own.filter((stem) => !NO_NAMES.test(stem))
  return {
    ...product,
    plainName: tokens.map(({ text }) => text).join(' '),
    stems: stems.length > 0 ? stems : own,
    head: own.at(-1) ?? '',
    categoryStems: stemsOf(product.category).filter((stem) => !NO_NAMES.test(stem)),
  }
}
