import { buttonLook } from '#web/ui/button.tsx'
import { Brand } from './brand.tsx'
import { CartButton } from './cart-button.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { SearchBox } from './search-box.tsx'
import { SECTIONS } from './sections.ts'

export function ShopHeader() {
  return (
    <header className="sticky top-0 z-30 border-b border-straw bg-paper">
      <div className="wrap flex h-16 items-center gap-2 lg:h-[4.5rem] lg:gap-4">
        <Brand />
        <nav aria-label="Main" className="hidden lg:block">
          <ul className="flex">
            {SECTIONS.map(({ href, label }) => (
              <li key={href}>
                <a href={href} className={buttonLook({ variant: 'plain' }, 'px-3.5')}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto hidden w-72 lg:block">
          <SearchBox />
        </div>
        <span className="ml-auto lg:hidden" />
        <CartButton />
        <a href="/admin" className={buttonLook({ variant: 'quiet' }, 'max-lg:hidden')}>
          Admin
        </a>
        <PhoneMenu />
      </div>
    </header>
  )
}
