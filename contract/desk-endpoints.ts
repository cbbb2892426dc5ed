import type { EndpointRef } from './endpoint.ts'
import type { stallDesk } from './market/stall-desk.ts'
import type { customers } from './orders/customers.ts'
import type { packing } from './packing/packing.ts'

// Without schemas, so that the desk's first bundle stays in its size budget.

export const customersEndpoint: EndpointRef<typeof customers.find> = { path: '/api/customers' }
export const customerEndpoint: EndpointRef<typeof customers.show> = { path: '/api/customers/{id}' }
export const packingDaysEndpoint: EndpointRef<typeof packing.days> = { path: '/api/days' }
export const stallOverviewEndpoint: EndpointRef<typeof stallDesk.overview> = { path: '/api/stall' }
