import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

export function useProductInAddress(): void {
  const client = useQueryClient()
  useEffect(() => {
    let followed = ''
    const follow = () => {
      const { hash } = location
      // A hash set during startup is seen twice: by the first look and by its event.
      const isNew = hash !== followed
      followed = hash
      if (isNew && hash.startsWith('#find='))
        import('./lead-to-match.ts')
          .then(({ leadToAddressed }) => leadToAddressed(client))
          .catch(() => {})
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [client])
}
