import type { QueryClient } from '@tanstack/react-query'

/** Leads to the best match for the words after `#find=`, now and whenever the address changes. */
export function followAddress(client: QueryClient): void {
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
}
