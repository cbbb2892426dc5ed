import { expect, test } from 'vitest'
import { ENDPOINTS } from '#tests/contract-answers.ts'
import { invalidate, query, type Readable } from './call.ts'
import { createQueryClient } from './query-client.ts'

const READ_BY_QUERY = ENDPOINTS.filter(
  (one): one is Readable => one.method === 'GET' && one.query !== undefined,
)

function keyOf({ path }: Readable): readonly unknown[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '7'])
  const asked = { params: Object.fromEntries(names), query: { before: '3', place: 'Farm / Barn' } }
  return query({ path } as Readable, asked).queryKey
}

test.each(READ_BY_QUERY)(
  'what is known of $path is asked again, whatever query it was asked with',
  async (one) => {
    const client = createQueryClient(async () => null)
    const key = keyOf(one)
    client.setQueryData(key, 'known')
    client.setQueryData(['/api/somewhere/else?before=3'], 'known')
    await invalidate(client, one)
    expect(client.getQueryState(key)?.isInvalidated).toBe(true)
    expect(client.getQueryState(['/api/somewhere/else?before=3'])?.isInvalidated).toBe(false)
  },
)
