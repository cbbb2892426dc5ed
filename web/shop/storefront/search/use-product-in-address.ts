import { useEffect } from 'react'
import { useQueryClient } from '#web/api/use-query.tsx'

/** Follows a hash that asks for a product: words of a search, or a number in a link of before. */
export function useProductInAddress(): void {
  const client = useQueryClient()
  useEffect(() => {
    const follow = () => {
      if (/^#(find=|product-)/.test(location.hash))
        import('./lead-to-match.ts')
          .then(({ leadToAddressed }) => leadToAddressed(client))
          .catch(() => {})
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [client])
}
