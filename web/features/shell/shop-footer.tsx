import { Brand } from './brand.tsx'
import { SECTIONS } from './sections.ts'

/** The end of the page, with the quick links; published pages will be linked here too. */
export function ShopFooter() {
  return (
    <footer className="on-dark mt-16 bg-leaf-deep py-10 text-[#e9eee2]">
      <div className="wrap flex flex-wrap items-start justify-between gap-x-12 gap-y-6">
        <div>
          <Brand onDark />
          <p className="mt-2 max-w-[38ch]">Grown, baked and gathered near Hot Springs, South Dakota.</p>
        </div>
        <nav aria-label="Quick links">
          <ul className="flex flex-wrap gap-x-6">
            {[...SECTIONS, { href: '/admin', label: 'Admin' }].map(({ href, label }) => (
              <li key={href}>
                <a href={href} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
