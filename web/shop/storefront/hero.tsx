import { preload } from 'react-dom'
import { readPhoto } from '#contract/settings/photos.ts'
import { PUBLIC_SETTING_VALUES, type PublicSettingKey } from '#contract/settings/public-settings.ts'
import board from '#web/drawings/board.svg?no-inline'
import { classNames } from '#web/ui/class-names.ts'
import { LARGE } from '#web/ui/large-picture.ts'
import { Picture } from '#web/ui/picture.tsx'

/** Rendered only on the server, and in its own file, like the contact section. */
export function Hero({ setting }: { setting: (key: PublicSettingKey) => string }) {
  const photo = readPhoto(setting('photo_top'))
  // Only the CSS names the board; without this, browsers request it a round trip later.
  if (!photo) preload(board, { as: 'image', fetchPriority: 'low' })
  return (
    <section aria-labelledby="hero-title" className={photo ? undefined : 'hills'}>
      <div
        className={classNames(
          'wrap pt-2.5 lg:pt-5 lg:pb-8',
          photo
            ? 'grid items-center gap-3 pb-3 md:grid-cols-2'
            : 'pb-[calc(var(--board-height)+0.25rem)]',
        )}
      >
        <div>
          <h1
            id="hero-title"
            className="max-w-[26ch] text-[1.5rem] wrap-break-word sm:text-[1.6875rem] lg:max-w-[18ch] lg:text-[2.5rem] max-sm:pr-12"
          >
            {setting('hero_title') || PUBLIC_SETTING_VALUES.hero_title}
          </h1>
          <p className="mt-1 text-[0.9375rem] leading-snug sm:max-w-[44ch] lg:text-lg">
            {setting('hero_subtitle')}
          </p>
        </div>
        {photo && (
          <Picture
            url={photo.url}
            use={LARGE}
            alt={photo.text}
            isFirst
            className="h-24 w-full rounded-2xl md:min-h-56"
          />
        )}
      </div>
    </section>
  )
}
