type PageHeadProps = { title: string; description: string; isListed?: boolean }

/** A page's title and description, wherever in the tree; unlisted pages stay out of search engines. */
export function PageHead({ title, description, isListed = true }: PageHeadProps) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {!isListed && <meta name="robots" content="noindex" />}
    </>
  )
}
