import type { EndpointRef } from './endpoint.ts'
import type { stallDesk } from './market/stall-desk.ts'
import type { packing } from './packing/packing.ts'

// Other parts' calls for the desk's first code, without schemas: it has a budget.

export const packingDaysEndpoint: EndpointRef<typeof packing.days> = { path: '/api/days' }
export const stallOverviewEndpoint: EndpointRef<typeof stallDesk.overview> = { path: '/api/stall' }
