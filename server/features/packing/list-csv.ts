import type {
  BakeList,
  DeliveryList,
  HandOverList,
  HarvestList,
  LabelList,
  PackList,
  PackOrder,
} from '#contract/packing/packing-lists.ts'
import { formatGoods } from '#server/features/orders/export-orders.ts'
import { type CellsOf, type Sheet, sheetOf } from '#server/http/csv-form.ts'

export function harvestSheet({ places, products }: HarvestList): Sheet {
  return {
    columns: ['Product', 'Category', 'Need', ...places.map(({ name }) => name), 'Since the print'],
    rows: products.map(({ name, category, need, byPlace, change }) => [
      name,
      category,
      need,
      ...places.map(({ key }) => byPlace.find(({ placeKey }) => placeKey === key)?.units ?? 0),
      change ?? '',
    ]),
  }
}

type Pickup = Pick<PackOrder, 'pickupName' | 'isGift' | 'giftTo' | 'boxes' | 'isCold'>

const PICKUP: CellsOf<Pickup> = [
  ['Pickup by', ({ pickupName }) => pickupName],
  ['Gift', ({ isGift, giftTo }) => (isGift ? giftTo || 'yes' : 'no')],
  ['Boxes', ({ boxes }) => boxes],
  ['Cold', ({ isCold }) => (isCold ? 'yes' : 'no')],
]

type Ticks = Pick<PackOrder, 'isUnpaid' | 'packedAt' | 'collectedAt'>

const TICKS: CellsOf<Ticks> = [
  ['Unpaid', ({ isUnpaid }) => (isUnpaid ? 'NOT PAID' : '')],
  ['Packed', ({ packedAt }) => packedAt],
  ['Handed over', ({ collectedAt }) => collectedAt],
]

export function packSheet({ places, orders }: PackList): Sheet {
  return sheetOf(orders, [
    ['Order', ({ id }) => id],
    ['Place', ({ placeKey }) => nameOf(places, placeKey)],
    ['Name', ({ customerName }) => customerName],
    ...PICKUP,
    [
      'Items',
      ({ items }) => formatGoods(items.map((item) => [item.units, item.name + weightOf(item)])),
    ],
    ['Notes', ({ notes }) => notes],
    ['Farm’s note', ({ farmNote }) => farmNote],
    ...TICKS,
  ])
}

function weightOf({ byWeight }: PackOrder['items'][number]): string {
  return byWeight && byWeight.weight !== null ? `, ${byWeight.weight} ${byWeight.unit}` : ''
}

export function handOverSheet({ places, orders }: HandOverList): Sheet {
  return sheetOf(orders, [
    ['Order', ({ id }) => id],
    ['Place', ({ placeKey }) => nameOf(places, placeKey)],
    ['Name', ({ shortName }) => shortName],
    ...PICKUP,
    ...TICKS,
  ])
}

export function deliverySheet({ places, orders }: DeliveryList): Sheet {
  return sheetOf(orders, [
    ['Zone', ({ placeKey }) => nameOf(places, placeKey)],
    ['ZIP', ({ zipCode }) => zipCode],
    ['Address', ({ street }) => street],
    ['City', ({ city }) => city],
    ['State', ({ state }) => state],
    ['Order', ({ id }) => id],
    ['Name', ({ customerName }) => customerName],
    ['Phone', ({ phone }) => phone],
    ['Boxes', ({ boxes }) => boxes],
    ['Notes', ({ notes }) => notes],
    ['Farm’s note', ({ farmNote }) => farmNote],
    ...TICKS,
  ])
}

export function bakeSheet({ recipes }: BakeList): Sheet {
  const nothing = { name: '', quantity: '', unit: '' }
  return {
    columns: ['Recipe', 'Product', 'Need', 'Makes', 'Batches', 'Ingredient', 'Quantity', 'Unit'],
    rows: recipes.flatMap((recipe) =>
      (recipe.ingredients.length > 0 ? recipe.ingredients : [nothing]).map((ingredient) => [
        recipe.name,
        recipe.productName,
        recipe.need,
        recipe.unitsPerBatch,
        recipe.batches,
        ingredient.name,
        ingredient.quantity,
        ingredient.unit,
      ]),
    ),
  }
}

export function labelSheet({ day, labels }: LabelList): Sheet {
  return sheetOf(labels, [
    ['Order', ({ orderId }) => orderId],
    ['Place', ({ placeName }) => placeName],
    ['Name', ({ shortName }) => shortName],
    ...PICKUP,
    ['Day', () => day],
    ['Box', ({ box }) => box],
  ])
}

function nameOf(places: readonly { key: string; name: string }[], placeKey: string): string {
  return places.find(({ key }) => key === placeKey)?.name ?? ''
}
