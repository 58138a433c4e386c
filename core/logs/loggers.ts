/** The loggers of the viewer and of the tools, whose entries belong to no delivery. */
export const viewerLogger = 'logs_server';
export const toolsLogger = 'mcp_server';

/** Left out of searches without filters; `log_viewer` is that of older servers. */
export const noisyLoggers: readonly string[] = [viewerLogger, toolsLogger, 'log_viewer'];
