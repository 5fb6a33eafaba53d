import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { findBuiltSite, SITE_FOLDER, SITE_FOLDER_CONTEXT } from '../lib/built-site.ts'
import { findDeploymentObstacles, refuseDeployment } from '../lib/deployable.ts'
import { EdgeStack } from '../lib/edge-stack.ts'
import { PracticeStack } from '../lib/practice-stack.ts'
import { type DeploymentStage, deploymentStages } from '../lib/stages.ts'

const app = new App()
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))

/** `-c synthOnly=true`: only writes the templates; example values and a placeholder site are sufficient. */
const synthOnly = app.node.tryGetContext('synthOnly') === 'true'

const siteFolder = String(app.node.tryGetContext(SITE_FOLDER_CONTEXT) ?? SITE_FOLDER)

for (const [name, stage] of Object.entries<DeploymentStage>(deploymentStages)) {
  const site = findBuiltSite(name, stage, siteFolder)
  const stack = new PracticeStack(app, name, { ...stage, ...('folder' in site && { siteFolder: site.folder }) })
  if (stage.webApplicationFirewall) new EdgeStack(app, name)
  if (!synthOnly) refuseDeployment(stack, findDeploymentObstacles(name, stage, site))
}
