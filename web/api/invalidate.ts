import type { QueryClient } from '@tanstack/react-query'
import type { Readable } from './query.ts'

/** Has what these endpoints answered asked for again: at once where it is shown, else when it is. */
export async function invalidate(client: QueryClient, ...endpoints: Readable[]): Promise<void> {
  const keys = endpoints.map(({ path }) => path.split('/{').slice(0, 1))
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
