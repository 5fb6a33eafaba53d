import { existsSync } from 'node:fs'
import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { PracticeStack } from '../lib/practice-stack.ts'
import { deploymentStages } from '../lib/stages.ts'

const app = new App()
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))

const siteFolder = existsSync('dist/site/index.html') ? 'dist/site' : undefined
new PracticeStack(app, 'dev', { ...deploymentStages.dev, siteFolder })
new PracticeStack(app, 'prod', { ...deploymentStages.prod, siteFolder })
