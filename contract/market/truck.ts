import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { countedUnits } from '../products/unit-counts.ts'
import { id, idInPath } from '../shapes.ts'

const params = z.strictObject({ id: idInPath })
/** A UUID of the page's own: the same again is done once. */
const operation = z.uuid('That is not the id of a change.').check(z.toLowerCase())

/** A product as it rides to a market, and home again; all in units. */
const truckProduct = z.object({
  productId: id,
  name: z.string(),
  unit: z.nullable(z.string()),
  /** For sale in the shop; what is on the truck is not. */
  stock: z.int(),
  /** Units put on the truck as reported; `loaded` is what the books knew. */
  taken: z.int(),
  loaded: z.int(),
  /** So many it is where all that is left rides along. */
  most: z.int(),
  /** Sold for that day, at the stall or written down at the desk. */
  sold: z.int(),
  back: z.int(),
  waste: z.int(),
  /** Rode along, and neither was sold nor came home. */
  missing: z.int(),
  /** Sold, though the books had none; it is taken off what comes in until the day is settled. */
  beyond: z.int(),
  isSettled: z.boolean(),
})
export type TruckProduct = z.output<typeof truckProduct>

const truck = z.object({
  marketDay: z.object({ id, day: z.string(), placeName: z.string() }),
  /** It is over: what neither was sold nor came home is missing. */
  isOver: z.boolean(),
  products: z.array(truckProduct),
})
export type Truck = z.output<typeof truck>

const goods = <Line extends z.ZodMiniType>(line: Line) =>
  z.array(line).check(z.minLength(1, 'Please choose what it is.'), z.maxLength(500))

const loadDraft = z.strictObject({
  id: operation,
  /** How many of each ride along in all; `all`: as many as are left for sale, too. */
  goods: goods(z.strictObject({ productId: id, take: z.union([z.literal('all'), countedUnits]) })),
})
export type LoadDraft = z.output<typeof loadDraft>

const homeDraft = z.strictObject({
  id: operation,
  /** How many of each came home in all, to be sold again, and how many cannot. */
  goods: goods(z.strictObject({ productId: id, back: countedUnits, waste: countedUnits })),
})
export type HomeDraft = z.output<typeof homeDraft>

export const trucks = {
  show: endpoint({
    method: 'GET',
    path: '/api/market-days/{id}/truck',
    access: 'admin',
    summary: 'What a market day’s truck carries, sold and brought home.',
    params,
    output: truck,
  }),
  load: endpoint({
    method: 'POST',
    path: '/api/market-days/{id}/truck/loads',
    access: 'admin',
    summary: 'Loads the truck; products on it can’t be ordered online.',
    params,
    body: loadDraft,
    output: truck,
    status: 201,
  }),
  home: endpoint({
    method: 'POST',
    path: '/api/market-days/{id}/truck/home',
    access: 'admin',
    summary: 'Notes what came home, and how much of it can’t be sold.',
    params,
    body: homeDraft,
    output: truck,
    status: 201,
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/market-days/{id}/truck/settle',
    access: 'admin',
    summary: 'Settles what is missing or was oversold, leaving the stock as it is.',
    params,
    output: truck,
  }),
}
