export const renderFailureNotice = (title: string, description: string | undefined) => (
  <div role="alert">
    <p>{title}</p>
    {description && <p className="notice-more">{description}</p>}
  </div>
)
