/** The operations of the booking service as tools of the Model Context Protocol. */
export { createMcpServer, type McpOptions } from './create-mcp-server.ts';
export { listTools, type OperationTool } from './operation-tools.ts';
