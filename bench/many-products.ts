import type { Cents } from '#contract/money/money.ts'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import { type Db, write } from '#server/db/write.ts'
import { insertProduct } from '#server/features/products/product-queries.ts'
import { recordStartingStock } from '#server/features/stock/move-stock.ts'

/**
 * What a market sells by category; twenty kinds and fourteen measures of each make more than ten
 * thousand names.
 */
const GOODS: Record<(typeof PRODUCT_CATEGORIES)[number], string> = {
  'Farm Eggs': 'Chicken Eggs, Duck Eggs, Quail Eggs, Goose Eggs, Bantam Eggs, Pullet Eggs',
  Vegetables: 'Carrots, Beets, Kale, Potatoes, Tomatoes, Squash',
  'Pickled Goods': 'Dill Pickles, Pickled Beets, Sauerkraut, Pickled Onions, Relish, Giardiniera',
  'Seasonings & Mixes': 'Chili Rub, Ranch Mix, Bagel Spice, Herb Salt, Soup Mix, Taco Mix',
  Microgreens:
    'Pea Shoots, Radish Shoots, Sunflower Shoots, Broccoli Shoots, Arugula Shoots, Basil Shoots',
  Bakery: 'Bagels, Rolls, Rye Bread, Oat Cookies, Scones, Pretzels',
  'Farmers Cheese':
    'Herb Cheese, Smoked Cheese, Pepper Cheese, Cheese Curds, Soft Cheese, Aged Cheese',
}
const KINDS =
  'Early Late Golden Purple Red White Smoky Sweet Mild Hot Garlic Onion Maple Prairie Meadow Hillside Heirloom Winter Summer Harvest'
const MEASURES =
  'each, pair, half dozen, dozen, pint, quart, half pound, pound, two pounds, five pounds, small box, large box, tray, jar'

/** Products per transaction. */
const AT_ONCE = 500

const STOCK = 50_000

/**
 * Fills a shop up to `many` products with the shop's own functions, so that its books balance;
 * pictures are those it has.
 */
export async function fillWithProducts(db: Db, many: number, now: Date): Promise<void> {
  const known = await db.selectFrom('products').select('image_url').execute()
  const pictures = known.flatMap(({ image_url }) => image_url ?? [])
  for (let first = known.length; first < many; first += AT_ONCE) {
    await write(db, async (tx) => {
      for (let number = first; number < Math.min(first + AT_ONCE, many); number++) {
        const imageUrl = pictures[number % pictures.length] ?? null
        const id = await insertProduct(tx, { ...draftOf(number), imageUrl }, now)
        await recordStartingStock(tx, id, STOCK, now)
      }
    })
  }
}

function draftOf(number: number) {
  const category = turn(PRODUCT_CATEGORIES, number)
  const sorts = GOODS[category].split(', ')
  const goods = turn(sorts, Math.floor(number / PRODUCT_CATEGORIES.length))
  const rest = Math.floor(number / (PRODUCT_CATEGORIES.length * sorts.length))
  const kind = turn(KINDS.split(' '), rest)
  const unit = turn(MEASURES.split(', '), Math.floor(rest / KINDS.split(' ').length))
  return {
    name: `${kind} ${goods}, ${unit}`,
    description: `${kind} ${goods.toLowerCase()} by the ${unit}, from our own fields and kitchen. Kept cool until you pick them up on Saturday; use them within the week.`,
    category,
    price: (250 + ((number * 37) % 1500)) as Cents,
    stock: STOCK,
    unit,
  }
}

function turn<Thing>(all: readonly [Thing, ...Thing[]] | readonly Thing[], number: number): Thing {
  const found = all[number % all.length]
  if (found === undefined) throw new Error('There is nothing to choose from.')
  return found
}
