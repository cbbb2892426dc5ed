const RELOADED = 'farmstand:reloaded'

/** After a new release the code of an open page may be gone: the page is loaded anew, once. */
window.addEventListener('vite:preloadError', () => {
  if (sessionStorage.getItem(RELOADED) === location.href) return
  sessionStorage.setItem(RELOADED, location.href)
  location.reload()
})

// The page is painted before its code is fetched, so that nothing competes with what is seen first.
requestAnimationFrame(() => setTimeout(() => import('./entry-client.tsx')))
