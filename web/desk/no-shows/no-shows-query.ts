import { noShows } from '#contract/no-shows.ts'
import { query } from '#web/api/query.ts'
import { polled } from '../packing/day-list.tsx'

/** A phone that was not heard says by itself what was handed over, and no live event comes of that. */
export const noShowsQuery = polled({ ...query(noShows.list), staleTime: 0 })
