import { makeRoomForPlaced } from './shop/cart/recent-orders-store.ts'

const RELOADED = 'farmstand:reloaded'
const HEAD = { method: 'HEAD' }

let isBegun = false

/** Buttons pressed and forms sent before the page was hydrated; done again after it. */
const queuedClicks: (() => void)[] = []

/** After a release an open page's code may be gone: reload once, if the shop answers at all. */
window.addEventListener('vite:preloadError', async () => {
  const { href } = location
  if (sessionStorage.getItem(RELOADED) === href || !(await fetch('/', HEAD).catch(() => null)))
    return
  sessionStorage.setItem(RELOADED, href)
  location.reload()
})

document.addEventListener('click', recordClick)
document.addEventListener('submit', recordSubmit)

makeRoomForPlaced()

deferOffscreenImages()

// First paint comes before the page's code is fetched: a rendered frame isn't on screen yet.
new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })

// Firefox notes no paint of a page that opens scrolled down.
addEventListener('load', () => setTimeout(begin, 500))

function begin(): void {
  if (!isBegun) void hydrate()
  isBegun = true
}

async function hydrate(): Promise<void> {
  const { hydrated } = await import('./entry-client.tsx')
  await hydrated
  document.removeEventListener('click', recordClick)
  document.removeEventListener('submit', recordSubmit)
  for (const again of queuedClicks) again()
}

/** Pictures over a quarter screen below the fold wait for a scroll; browsers load far ahead. */
function deferOffscreenImages(): void {
  const pictures = document.querySelectorAll<HTMLElement>('.shop-grid picture')
  const show = (picture: Element) => picture.removeAttribute('style')
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) show(target)
    },
    { rootMargin: '25%' },
  )
  for (const picture of pictures) {
    picture.style.contentVisibility = 'hidden'
    observer.observe(picture)
  }
  addEventListener('scroll', () => pictures.forEach(show), { once: true })
}

function recordClick({ target }: Event): void {
  const button =
    target instanceof Element && target.closest<HTMLElement>('[type=button]:not([popovertarget])')
  if (button) queuedClicks.push(() => button.click())
}

function recordSubmit(event: SubmitEvent): void {
  event.preventDefault()
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  queuedClicks.push(() => {
    // React hydrates at once what is touched, but not what is sent.
    form.dispatchEvent(new Event('keyup', { bubbles: true }))
    form.requestSubmit()
  })
}
