import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { byId, id } from '../shapes.ts'

/** In units. */
const truckProduct = z.object({
  productId: id,
  name: z.string(),
  /** For sale in the shop, without what is on the truck. */
  stock: z.int(),
  /** `taken`: as reported; `loaded`: what the books knew. */
  taken: z.int(),
  loaded: z.int(),
  sold: z.int(),
  back: z.int(),
  waste: z.int(),
  /** Neither sold nor brought back, once the day is over. */
  missing: z.int(),
  /** Sold although the books had none. Taken off incoming stock until the day is settled. */
  beyond: z.int(),
  isSettled: z.boolean(),
})
export type TruckProduct = z.output<typeof truckProduct>

const truck = z.object({ products: z.array(truckProduct) })
export type Truck = z.output<typeof truck>

export const trucks = {
  show: deskEndpoint('never', 'GET /api/market-days/{id}/truck', {
    summary: 'What a market day’s truck carries, sold and brought home.',
    params: byId,
    output: truck,
  }),
  settle: deskEndpoint('never', 'POST /api/market-days/{id}/truck/settle', {
    summary: 'Settles what is missing or was oversold, leaving the stock as it is.',
    params: byId,
    output: truck,
  }),
}
