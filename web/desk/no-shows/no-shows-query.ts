import { noShows } from '#contract/no-shows.ts'
import { query } from '#web/api/query.ts'

export const noShowsQuery = { ...query(noShows.list), staleTime: 0 }
