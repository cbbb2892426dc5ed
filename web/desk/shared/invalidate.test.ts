import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#tests/contract-answers.ts'
import { invalidate, query, type Readable } from '#web/api/query.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { createDeskClient } from './desk-client.ts'

const READ_BY_QUERY = ENDPOINTS.filter(
  (one): one is Readable => one.method === 'GET' && one.query !== undefined,
)

/** An answer to it, as a page asks for one: with parameters and a query. */
function keyOf({ path }: Readable): readonly unknown[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '7'])
  const asked = { params: Object.fromEntries(names), query: { before: '3', place: 'Farm / Barn' } }
  return query({ path } as Readable, asked).queryKey
}

type Memory = {
  setQueryData: (key: readonly unknown[], data: string) => unknown
  getQueryState: (key: readonly unknown[]) => { isInvalidated: boolean } | undefined
} & Parameters<typeof invalidate>[0]

describe.each<[string, () => Memory]>([
  ['the desk', createDeskClient],
  ['the shop', () => createQueryClient(async () => null)],
])('what %s knows', (_, createClient) => {
  test.each(READ_BY_QUERY)(
    'of $path is asked again, whatever query it was asked with',
    async (one) => {
      const client = createClient()
      const key = keyOf(one)
      client.setQueryData(key, 'known')
      client.setQueryData(['/api/somewhere/else?before=3'], 'known')
      await invalidate(client, one)
      expect(client.getQueryState(key)?.isInvalidated).toBe(true)
      expect(client.getQueryState(['/api/somewhere/else?before=3'])?.isInvalidated).toBe(false)
    },
  )
})
