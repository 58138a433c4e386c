/** By metric: the log message that counts, of job() when it gives up (core/jobs/take.ts) and of a
 * model's answer (core/ai), and the number that it adds. */
const patterns = {
  'given-up': ['"job gave up"', '1'],
  'ai-calls': ['{ $.message = "AI call" }', '1'],
  'ai-cost': ['{ $.message = "AI call" && $.costUsd > 0 }', '$.costUsd'],
} as const;

/** Counts given-up jobs by their log message: job() stores such a message as a record, so that no
 * queue shows it. With `hasModels` AI calls too, for the whole stage. */
export function countWork(
  name: string,
  {
    service,
    logGroupName,
    hasModels,
  }: { service: string; logGroupName: $util.Input<string>; hasModels: boolean },
  options: $util.CustomResourceOptions = {},
): void {
  const { namespace } = ownMetrics();
  for (const [metric, [pattern, value]] of Object.entries(patterns)) {
    const isGivenUp = metric === 'given-up';
    if (!isGivenUp && !hasModels) continue;
    const metricName = isGivenUp ? `${service}-${metric}` : metric;
    new aws.cloudwatch.LogMetricFilter(
      isGivenUp ? name : `${name}-${metric}`,
      { logGroupName, pattern, metricTransformation: { namespace, name: metricName, value } },
      options,
    );
  }
}

export function givenUpMetric(service: string) {
  return { ...ownMetrics(), metricName: `${service}-given-up`, statistic: 'Sum' };
}

export function ownMetrics() {
  return { namespace: `${$app.name}/${$app.stage}` };
}
