import type { EndpointRef } from './endpoint.ts'
import type { packing } from './packing.ts'
import type { stallDesk } from './stall-desk.ts'

// What the desk's first code knows of other parts' calls, without their schemas: it has a budget.

export const packingDaysEndpoint: EndpointRef<typeof packing.days> = { path: '/api/days' }
export const stallOverviewEndpoint: EndpointRef<typeof stallDesk.overview> = { path: '/api/stall' }
