import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idInPath } from '../shapes.ts'
import { dayChange, dayProduct, daysDraft, deskDay, pause, pauseChange } from './days.ts'
import { deskPlace, placeChange, placeDraft } from './places.ts'
import { calendarPlan, closure, closureDraft, confirm } from './plans.ts'
import { ruleChange, ruleDraft } from './rules.ts'

const deskCalendar = z.object({
  places: z.array(deskPlace),
  closures: z.array(closure),
  /** Null while orders are taken. */
  pause,
  days: z.array(deskDay),
})
export type DeskCalendar = z.output<typeof deskCalendar>

const params = z.strictObject({ id: idInPath })
const confirmed = z.strictObject({ confirm })

/** Rules and closures take two steps: a preview, then the change once its hash is sent back. */
export const calendar = {
  show: endpoint({
    method: 'GET',
    path: '/api/calendar',
    access: 'admin',
    summary: 'Places with their rules, closures, the pause, and the days from today on.',
    output: deskCalendar,
  }),
  createPlace: endpoint({
    method: 'POST',
    path: '/api/places',
    access: 'admin',
    summary: 'Adds a pickup place or delivery zone; its key is made from its name.',
    body: placeDraft,
    output: deskPlace,
    status: 201,
  }),
  changePlace: endpoint({
    method: 'PUT',
    path: '/api/places/{id}',
    access: 'admin',
    summary: 'Changes any part of a place but its key, moves it, retires it or brings it back.',
    params,
    body: placeChange,
    output: deskPlace,
  }),
  createRule: endpoint({
    method: 'POST',
    path: '/api/day-rules',
    access: 'admin',
    summary: 'Shows which days a new rule makes; with `confirm` it makes them.',
    body: ruleDraft,
    output: calendarPlan,
  }),
  changeRule: endpoint({
    method: 'PUT',
    path: '/api/day-rules/{id}',
    access: 'admin',
    summary: 'Shows which days a changed rule makes, changes and removes; with `confirm` it does.',
    params,
    body: ruleChange,
    output: calendarPlan,
  }),
  deleteRule: endpoint({
    method: 'DELETE',
    path: '/api/day-rules/{id}',
    access: 'admin',
    summary: 'Shows which days go with a rule; with `confirm` they go, except those with orders.',
    params,
    query: confirmed,
    output: calendarPlan,
  }),
  createClosure: endpoint({
    method: 'POST',
    path: '/api/closures',
    access: 'admin',
    summary: 'Shows which days a closure closes; with `confirm` it does.',
    body: closureDraft,
    output: calendarPlan,
  }),
  deleteClosure: endpoint({
    method: 'DELETE',
    path: '/api/closures/{id}',
    access: 'admin',
    summary: 'Shows which days open again without a closure; with `confirm` they do.',
    params,
    query: confirmed,
    output: calendarPlan,
  }),
  createDays: endpoint({
    method: 'POST',
    path: '/api/market-days',
    access: 'admin',
    summary: 'Adds market days by hand, which no rule changes.',
    body: daysDraft,
    output: z.array(deskDay),
    status: 201,
  }),
  changeDay: endpoint({
    method: 'PUT',
    path: '/api/market-days/{id}',
    access: 'admin',
    summary: 'Changes hours, end of ordering and number of boxes of one day, or opens it again.',
    params,
    body: dayChange,
    output: deskDay,
  }),
  listDayProducts: endpoint({
    method: 'GET',
    path: '/api/market-days/{id}/products',
    access: 'admin',
    summary: 'What was ordered for one day, for the others to come, and what is still for sale.',
    params,
    output: z.array(dayProduct),
  }),
  changePause: endpoint({
    method: 'PUT',
    path: '/api/pause',
    access: 'admin',
    summary: 'Pauses orders, with words for buyers and an end; or resumes them.',
    body: pauseChange,
    output: z.object({ pause }),
  }),
}
