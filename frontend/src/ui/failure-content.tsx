/** What a failure says, read out at once and not after whatever else is being read. */
export const failureContent = (title: string, description: string | undefined) => (
  <div role="alert">
    <p>{title}</p>
    {description && <p className="notice-more">{description}</p>}
  </div>
)
