import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { settingValue } from '#contract/settings/setting-table.ts'
import { settings } from '#contract/settings/settings.ts'
import { query } from '#web/api/call.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Logo } from '#web/ui/logo.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { ON_PHONE, useMedia } from '#web/ui/use-media.ts'
import { ShopUnreachable, SignIn } from './account/sign-in.tsx'
import { SignInSkeleton } from './account/sign-in-frame.tsx'
import { SignOutButton } from './account/sign-out-button.tsx'
import { Dashboard, spotAt } from './dashboard.tsx'
import { LiveDesk } from './live/live-desk.tsx'
import { ConnectionLine } from './shared/connection-line.tsx'
import { type DeskState, useDeskState, useIsHelper, usePersonHere } from './shared/desk-session.ts'
import { useGuardedDownloads } from './shared/guarded-downloads.ts'
import { later } from './shared/lazy-part.tsx'
import { watchHistory } from './shared/leaving.ts'
import { useAskedAgain } from './shared/sign-in-again.ts'
import { PauseBar } from './today/pause-bar.tsx'

const LinkCard = later(() => import('./account/link-card.tsx').then((code) => code.LinkCard))
const FindField = later(() => import('./orders/find-field.tsx').then((code) => code.FindField))
const HelperDesk = later(() => import('./helper-desk.tsx').then((code) => code.HelperDesk))
const HelperSignOut = later(() =>
  import('./account/helper-sign-out.tsx').then((code) => code.HelperSignOut),
)
const LapsedSignIn = later(() =>
  import('./account/lapsed-sign-in.tsx').then((code) => code.LapsedSignIn),
)

export function AdminPage() {
  const state = useDeskState()
  const isHelper = useIsHelper()
  useEffect(watchHistory, [])
  useGuardedDownloads()
  useAskedWhenOpened()
  const asked = useAskedAgain()
  const isOpen = state === 'in' || state === 'lapsed'
  const hasPlaces = isOpen && !isHelper
  const spot = spotAt(useHash())
  return (
    <div className={hasPlaces ? 'md:pl-26' : undefined}>
      <DeskHeader
        isOpen={state === 'in'}
        isBare={hasPlaces && (spot.here !== 'today' || Boolean(spot.page))}
      >
        {isOpen && <ConnectionLine />}
        {hasPlaces && <PauseBar />}
      </DeskHeader>
      <main className="wrap max-md:pb-20">
        <Boundary part="desk part">{state === 'in' && !isHelper && <LiveDesk />}</Boundary>
        <Boundary part="desk part">
          <Behind state={state} />
        </Boundary>
      </main>
      {state === 'lapsed' ? <LapsedSignIn /> : asked && <LapsedSignIn again={asked.settle} />}
    </div>
  )
}

/** Everything read before a desk page opens is refetched once by that page. */
function useAskedWhenOpened(): void {
  const client = useQueryClient()
  const [page = ''] = useHash().split(/[/?]/, 1)
  // Before the questions of the page that is opened, which begin with its effects.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page once.
  useLayoutEffect(() => {
    void client.invalidateQueries({ type: 'inactive', refetchType: 'none' })
  }, [client, page])
}

function Behind({ state }: { state: DeskState }) {
  const isHelper = useIsHelper()
  const hash = useHash()
  if (state === 'asking')
    return (
      <SignInSkeleton>
        <p className="sr-only">Opening the desk…</p>
      </SignInSkeleton>
    )
  if (state === 'unreachable') return <ShopUnreachable />
  if (/^link(?:\/|$)/.test(hash) && (state === 'out' || isHelper)) return <LinkCard />
  if (state === 'out') return <SignIn />
  if (!isHelper) return <Dashboard />
  return <HelperDesk />
}

type DeskHeaderProps = { isOpen: boolean; isBare: boolean; children: ReactNode }

/** `isBare`: a phone shows only what the page says of itself. */
function DeskHeader({ isOpen, isBare, children }: DeskHeaderProps) {
  const person = usePersonHere()
  const isFarmer = isOpen && person?.role !== 'helper'
  const hasSearch = !useMedia(ON_PHONE) && isFarmer
  return (
    <header className="@container sticky top-0 z-30 bg-paper/95 max-[15rem]:static">
      <div
        className={classNames(
          'wrap flex min-h-15 flex-wrap items-center justify-end gap-1.5 py-1 sm:gap-3',
          isBare && 'max-md:sr-only',
        )}
      >
        <span className={isFarmer ? 'md:hidden' : undefined}>
          <Logo />
        </span>
        <h1 className="mr-auto min-w-0 text-xl text-leaf-deep wrap-anywhere sm:text-2xl">
          {isOpen ? <FarmName /> : 'Farmstand desk'}
        </h1>
        {hasSearch && <FindField />}
        <a
          href="/"
          className={buttonLook({ variant: 'quiet', size: 'sm' }, isOpen ? 'max-md:hidden' : '')}
        >
          View shop
        </a>
        {isOpen && person?.role === 'helper' && <HelperSignOut name={person.name} />}
        {isFarmer && <PersonMenu name={person?.name ?? ''} />}
      </div>
      {children}
    </header>
  )
}

function FarmName() {
  const { data } = useQuery(query(settings.list))
  return <span>{data ? settingValue(data, 'farm_name') : 'Farmstand desk'}</span>
}

/** On a phone at the foot of More. */
function PersonMenu({ name }: { name: string }) {
  return (
    <details
      className="relative max-md:hidden"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
    >
      <summary className={buttonLook({ variant: 'quiet', size: 'sm' }, 'list-none')}>
        <UserRound aria-hidden="true" className="size-5" />
        {name}
      </summary>
      <div className="raised absolute top-full right-0 mt-1.5 rounded-2xl border border-straw bg-card p-2">
        <SignOutButton />
      </div>
    </details>
  )
}
