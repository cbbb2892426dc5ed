type PageHeadProps = { title: string; description: string; isListed?: boolean }

export function PageHead({ title, description, isListed = true }: PageHeadProps) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {!isListed && <meta name="robots" content="noindex" />}
    </>
  )
}
